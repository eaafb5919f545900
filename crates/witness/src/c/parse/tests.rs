use super::*;

/// Each statement with a word for its kind, indented as it nests.
fn shape(text: &str) -> String {
    let syntax = Syntax::new(text.as_bytes());
    assert_eq!(syntax.problem, None);
    let mut shape = String::new();
    for function in &syntax.functions {
        assert_eq!(function.problem, None, "{}", function.name);
    }
    for statement in &syntax.statements {
        let mut depth = 0;
        let mut parent = statement.parent;
        while let Some(at) = parent {
            depth += 1;
            parent = syntax.statements[at].parent;
        }
        let word = match &statement.kind {
            StatementKind::Block => "block",
            StatementKind::If { .. } => "if",
            StatementKind::While { .. } => "while",
            StatementKind::Do { .. } => "do",
            StatementKind::For { .. } => "for",
            StatementKind::Switch { .. } => "switch",
            StatementKind::Labelled { .. } => "label",
            StatementKind::Case { .. } => "case",
            StatementKind::Return { .. } => "return",
            StatementKind::Jump => "jump",
            StatementKind::Declaration => "declaration",
            StatementKind::Expression => "expression",
            StatementKind::Empty => "empty",
        };
        let first = text[statement.range.clone()].lines().next().unwrap_or_default();
        shape += &format!("{}{word} {first}\n", " ".repeat(depth));
    }
    shape
}

fn main_with(body: &str) -> String {
    format!("int main(void) {{{body}}}")
}

fn conditions(body: &str) -> Vec<String> {
    let text = main_with(body);
    let syntax = Syntax::new(text.as_bytes());
    let of = |range: &Range<usize>| text[range.clone()].to_string();
    let of_one = |statement: &Statement| match &statement.kind {
        StatementKind::If { condition }
        | StatementKind::While { condition }
        | StatementKind::Do { condition, .. }
        | StatementKind::Switch { condition } => vec![of(condition)],
        StatementKind::For { first, condition, step } => vec![of(first), of(condition), of(step)],
        StatementKind::Case { value, .. } => vec![of(value)],
        StatementKind::Return { value } => vec![of(value)],
        _ => vec![],
    };
    syntax.statements.iter().flat_map(of_one).collect()
}

#[test]
fn statements_nest() {
    let text =
        "int main(void) {\nif (x) a = 1; else if (y) b = 2;\nwhile (x) { x--; }\nL: do ; while (0);\n}";
    assert_eq!(
        shape(text),
        "block {\n if if (x) a = 1; else if (y) b = 2;\n  expression a = 1;\n  if if (y) b = 2;\n   \
         expression b = 2;\n while while (x) { x--; }\n  block { x--; }\n   expression x--;\n \
         label L: do ; while (0);\n  do do ; while (0);\n   empty ;\n"
    );
}

#[test]
fn what_decides() {
    assert_eq!(conditions("if ( a[b(1)] ) ; while(x);"), ["a[b(1)]", "x"]);
    assert_eq!(conditions("for (int i = 0; i < n; i++) ;"), ["int i = 0", "i < n", "i++"]);
    assert_eq!(conditions("for (;;) ;"), ["", "", ""]);
    assert_eq!(conditions("do x(); while (a ? b : c);"), ["a ? b : c"]);
    assert_eq!(conditions("switch (k) { case 1 ... 3: case 'x': ; default: ; }"), ["k", "1 ... 3", "'x'"]);
    assert_eq!(conditions("switch (k) { case A ? 1 : 2: ; }"), ["k", "A ? 1 : 2"]);
    assert_eq!(conditions("return; return x + 1;"), ["", "x + 1"]);
}

#[test]
fn declarations_and_expressions() {
    let kinds = |body: &str| {
        let text = main_with(body);
        let shape = shape(&text);
        shape
            .lines()
            .skip(1)
            .map(|line| line.trim().split(' ').next().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    for body in [
        "int x = 1;",
        "T *p = q;",
        "T x;",
        "struct s { int a; } s = { 1 };",
        "const T a[2];",
        "T * const p = 0;",
    ] {
        assert_eq!(kinds(body)[0], "declaration", "{body}");
    }
    for body in [
        "x = 1;",
        "f(x);",
        "*p = 1;",
        "a->b = c;",
        "({ int x; });",
        "__extension__ ({ f(); });",
        "x * y + z;",
    ] {
        assert_eq!(kinds(body)[0], "expression", "{body}");
    }
}

#[test]
fn functions_and_what_only_looks_like_them() {
    let text = "struct s { int a; };\nint table[] = { 1, 2 };\nenum e { A };\nint f(int x);\n\
                int f(int x) { return x; }\nint g(a, b) int a; char *b; { return a; }\n\
                static __attribute__((noinline)) struct s *h(void) { return 0; }\n\
                struct s k(void) { struct s r; return r; }\nint x = ({ 1; });\n";
    let syntax = Syntax::new(text.as_bytes());
    let names: Vec<&str> = syntax.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["f", "g", "h", "k"]);
    let inside = text.find("return a;").unwrap();
    assert_eq!(syntax.function_at(inside), Some(1));
    assert_eq!(syntax.function_at(3), None);
}

#[test]
fn what_is_around_a_place() {
    let text = main_with("if (a) { b = c; } d = e;");
    let syntax = Syntax::new(text.as_bytes());
    let around = |part: &str| {
        let at = syntax.statement_around(text.find(part).unwrap()).unwrap();
        text[syntax.statements[at].range.clone()].to_string()
    };
    assert_eq!(around("c;"), "b = c;");
    assert_eq!(around("a)"), "if (a) { b = c; }");
    assert_eq!(around("e;"), "d = e;");
}

#[test]
fn what_is_not_understood_is_said() {
    let problem = |body: &str| {
        let syntax = Syntax::new(main_with(body).as_bytes());
        let of_function = syntax.functions.first().and_then(|function| function.problem.clone());
        syntax.problem.or(of_function).map(|problem| problem.what)
    };
    assert_eq!(problem("x = (1;"), Some("a bracket without its partner"));
    assert_eq!(problem("}"), Some("a bracket without its partner"));
    assert_eq!(problem("FOREACH(x) if (y) z();"), Some("a statement inside another, perhaps of a macro"));
    assert_eq!(problem("x = 1"), Some("a statement without a semicolon"));
    assert_eq!(problem("else x();"), Some("an else without an if"));
    assert_eq!(problem("do x(); until (y);"), Some("a do without its while"));
    assert_eq!(problem("L: "), Some("a statement is missing"));
    assert_eq!(problem("if x y();"), Some("a parenthesis is missing"));
    let deep = "if (x) ".repeat(2000) + ";";
    assert_eq!(problem(&deep), Some("statements that nest too deep"));
    assert_eq!(problem("x = 1;"), None);
}

#[test]
fn one_function_that_is_not_understood_does_not_hide_the_others() {
    let syntax = Syntax::new(b"void f(void) { MACRO(x) if (y) z(); } void g(void) { x(); }");
    assert!(syntax.functions[0].problem.is_some() && syntax.functions[1].problem.is_none());
    assert_eq!(syntax.statements.len(), 2);
}
